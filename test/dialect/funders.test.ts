import { expect, it } from 'vitest'
import { createFunderStore, type FunderStore } from '../../src/store/funders.ts'
import { eachEngine } from '../support/engines.ts'

async function* dossiers(count: number, text: string) {
  for (let index = 0; index < count; index += 1)
    yield {
      slug: `funder-${String(index).padStart(4, '0')}`,
      json: `{"slug":"${index}","text":"${text}"}`,
    }
}

async function all(store: FunderStore, generation: string): Promise<string[]> {
  const found: string[] = []
  for await (const batch of store.dossiers(generation)) found.push(...batch)
  return found
}

const generation = (id: string, builtMs: number) => ({
  id,
  builtMs,
  fetchedMs: builtMs - 1,
  summary: '{"included":7}',
})

eachEngine('funder dossiers', (under) => {
  it('are absent at first', async () => {
    expect(await createFunderStore((await under.open()).main).current()).toBeNull()
  })

  it('are replaced whole: the new generation is current, nothing of the old is left', async () => {
    const store = await under.open()
    const funders = createFunderStore(store.main)
    await funders.replace(generation('a', 1_795_000_000_123), dossiers(350, 'Tŷwi'))
    expect(await funders.current()).toEqual(generation('a', 1_795_000_000_123))
    expect(await all(funders, 'a')).toHaveLength(350)
    await funders.replace(generation('b', 1_795_000_000_124), dossiers(3, 'new'))
    expect((await funders.current())!.id).toBe('b')
    expect(await all(funders, 'b')).toEqual([
      '{"slug":"0","text":"new"}',
      '{"slug":"1","text":"new"}',
      '{"slug":"2","text":"new"}',
    ])
    expect(await all(funders, 'a')).toEqual([])
  })

  it('of a build that breaks off are never seen, and make way for the next', async () => {
    const funders = createFunderStore((await under.open()).main)
    await funders.replace(generation('a', 1), dossiers(5, 'good'))
    const broken = async function* () {
      yield* dossiers(150, 'half')
      throw new Error('killed')
    }
    await expect(funders.replace(generation('b', 2), broken())).rejects.toThrow('killed')
    expect((await funders.current())!.id).toBe('a')
    expect(await all(funders, 'a')).toHaveLength(5)
    await funders.replace(generation('b', 3), dossiers(150, 'whole'))
    expect(await all(funders, 'b')).toHaveLength(150)
  })
})
