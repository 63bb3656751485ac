/**
 * Reports on payments in the store: each once, the newest reading of it, and none that the newest
 * file lacks.
 */
import { expect, it } from 'vitest'
import { createPaymentReportStore } from '../../src/store/payment-reports.ts'
import { eachEngine } from '../support/engines.ts'

const report = (number: string, reportId: string, json = `"${reportId}"`) => ({
  number,
  reportId,
  json,
})

eachEngine('payment reports', ({ open }) => {
  it('are stored by company and id, the last of two with one id', async () => {
    const reports = createPaymentReportStore((await open()).main)
    await reports.save([], 1)
    await reports.save(
      [report('00000001', 'a', '"older"'), report('00000001', 'a'), report('00000002', 'a')],
      1,
    )
    expect(await reports.of('00000001')).toEqual(['"a"'])
    await reports.save([report('00000001', 'a', '"newer"')], 2)
    expect(await reports.of('00000001')).toEqual(['"newer"'])
    expect(await reports.of('00000003')).toEqual([])
  })

  it('are deleted if the newest file does not have them', async () => {
    const reports = createPaymentReportStore((await open()).main)
    await reports.save([report('00000001', 'a'), report('00000001', 'b')], 1)
    await reports.save([report('00000001', 'b')], 2)
    await reports.dropUnseen(2)
    expect(await reports.of('00000001')).toEqual(['"b"'])
  })

  it('are more in one statement than a batch has', async () => {
    const reports = createPaymentReportStore((await open()).main)
    await reports.save(
      Array.from({ length: 1000 }, (_, index) => report('00000001', `${index}`)),
      1,
    )
    expect(await reports.of('00000001')).toHaveLength(1000)
  })
})
