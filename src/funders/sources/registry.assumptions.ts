/** What `registry.ts` takes for granted of the registry document. */
import {
  type Assumption,
  lacking,
  objectOf,
  objectsOf,
  type Payload,
} from '../../platform/assumption.ts'
import { errorMessage } from '../../platform/errors.ts'
import { parseRegistry, type RegistryDataset } from './registry.ts'

const OF_2021 = { on: '2026-11-20, the registry document of February 2021', live: false }
const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `registry/${id}`,
  says,
  since: '2026-11-20',
  seen: OF_2021,
  fault,
})

function datasetsOf({ body }: Payload): RegistryDataset[] | string {
  try {
    return parseRegistry(body)
  } catch (error) {
    return errorMessage(error)
  }
}

export const REGISTRY_ASSUMPTIONS: readonly Assumption[] = [
  held('document', 'the document is a JSON list of datasets with identifiers', (payload) => {
    const datasets = datasetsOf(payload)
    return payload.status === 200 && typeof datasets !== 'string'
      ? null
      : `status ${payload.status}, ${String(datasets).slice(0, 80)}`
  }),
  held('publisher', 'every dataset names its publisher', ({ json }) =>
    lacking(
      objectsOf(json) ?? [],
      'publisher',
      (dataset) => typeof objectOf(dataset.publisher).name === 'string',
    ),
  ),
  held('licence', 'most licences are ones that we can tell', (payload) => {
    const datasets = datasetsOf(payload)
    if (typeof datasets === 'string') return null
    return lacking(datasets as never, 'known licence', ({ licence }) => licence !== null, true)
  }),
  held('download', 'most datasets have the address of a file', (payload) => {
    const datasets = datasetsOf(payload)
    if (typeof datasets === 'string') return null
    return lacking(
      datasets as never,
      'downloadURL',
      ({ downloadUrl }) => downloadUrl !== null,
      true,
    )
  }),
]
