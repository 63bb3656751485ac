/** Filed accounts in the store: each filing once, the newest reading of it. */
import { expect, it } from 'vitest'
import { createCompanyFilings, type StoredFiling } from '../../src/store/company-filings.ts'
import { eachEngine } from '../support/engines.ts'

const filing = (number: string, id: string, json = '{}'): StoredFiling => ({
  number,
  id,
  madeUpTo: '2025-12-31',
  json,
})

eachEngine('company filings', ({ open }) => {
  it('are stored by company and id, and read back in the order of their ids', async () => {
    const filings = createCompanyFilings((await open()).main)
    await filings.save(
      [filing('00000001', 'b'), filing('00000001', 'a'), filing('00000002', 'a')],
      1,
    )
    expect((await filings.of('00000001')).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(await filings.of('00000003')).toEqual([])
    await filings.save([], 2)
  })

  it('are replaced by a later reading, also when two processes store it together', async () => {
    const filings = createCompanyFilings((await open()).main)
    await Promise.all([1, 2].map((n) => filings.save([filing('00000001', 'a', `"${n}"`)], n)))
    await filings.save([filing('00000001', 'a', '"newest"')], 3)
    expect(await filings.of('00000001')).toEqual([filing('00000001', 'a', '"newest"')])
  })
})
