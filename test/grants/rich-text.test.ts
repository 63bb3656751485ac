import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { richText } from '../../sandbox/grant-listing/advert.ts'
import { criteriaText, readDetailFields } from '../../src/grants/model/detail.ts'
import { flattenRichText } from '../../src/grants/model/rich-text.ts'

describe('flattened rich text', () => {
  test('a block is a line, list items are marked, a link is its text, table cells stand apart', () => {
    const document = richText([
      '# Who',
      'Ask [the team](mailto:x@example.org) first:',
      '• one',
      '• two',
      '| a | b',
      'End',
    ])
    expect(flattenRichText(document)).toBe('Who\nAsk the team first:\n• one\n• two\na | b\nEnd')
  })

  test('entities, tags, non-breaking spaces and runs of spaces are cleaned, line breaks within a paragraph stay', () => {
    expect(flattenRichText(richText(['A &amp;amp; B\u00a0\u00a0C <b>bold</b>\nnext   line']))).toBe(
      'A & B C bold\nnext line',
    )
  })

  test('a list item of two paragraphs has one bullet; nested items have a separate mark', () => {
    const leaf = (value: string) => ({
      nodeType: 'paragraph',
      content: [{ nodeType: 'text', value }],
    })
    const nested = {
      nodeType: 'unordered-list',
      content: [{ nodeType: 'list-item', content: [leaf('inner')] }],
    }
    const list = {
      nodeType: 'unordered-list',
      content: [{ nodeType: 'list-item', content: [leaf('first'), leaf('second'), nested] }],
    }
    expect(flattenRichText({ nodeType: 'document', content: [list] })).toBe(
      '• first\nsecond\n◦ inner',
    )
  })

  test('text that is nested deeper than a page ever is is left out, in a block too', () => {
    const nest = (nodeType: string, depth: number) => {
      let node: object = { nodeType: 'text', value: 'deep' }
      for (let count = 0; count < depth; count += 1) node = { nodeType, content: [node] }
      return { nodeType: 'paragraph', content: [{ nodeType: 'text', value: 'top ' }, node] }
    }
    expect(flattenRichText(nest('hyperlink', 5))).toBe('top deep')
    expect(flattenRichText(nest('hyperlink', 20_000))).toBe('top')
  })

  test('blocks within a cell stay apart', () => {
    const leaf = (value: string) => ({
      nodeType: 'paragraph',
      content: [{ nodeType: 'text', value }],
    })
    const list = (...items: string[]) => ({
      nodeType: 'unordered-list',
      content: items.map((item) => ({ nodeType: 'list-item', content: [leaf(item)] })),
    })
    const cell = (...content: object[]) => ({ nodeType: 'table-cell', content })
    const row = {
      nodeType: 'table-row',
      content: [
        cell(leaf('Up to £5,000'), leaf('2 trustees.'), leaf('Once.')),
        cell(list('parishes', 'towns')),
      ],
    }
    expect(
      flattenRichText({ nodeType: 'document', content: [{ nodeType: 'table', content: [row] }] }),
    ).toBe('Up to £5,000; 2 trustees. Once. | parishes; towns')
  })

  test('a soft break of a word processor is a line', () => {
    expect(
      flattenRichText(
        richText(['Charities can apply.\u000bThe most is £5,000\u20282 trus\u00adtees']),
      ),
    ).toBe('Charities can apply.\nThe most is £5,000\n2 trustees')
  })

  test('text of an old entry is read line by line, and anything else is nothing', () => {
    expect(flattenRichText('one\n\n two ')).toBe('one\ntwo')
    for (const odd of [null, undefined, 5, [], {}, { nodeType: 'document', content: 'x' }])
      expect(flattenRichText(odd)).toBe('')
  })

  test('nesting without end is cut, not followed', () => {
    let node: object = { nodeType: 'paragraph', content: [{ nodeType: 'text', value: 'deep' }] }
    for (let depth = 0; depth < 5000; depth += 1)
      node = { nodeType: 'unordered-list', content: [node] }
    expect(flattenRichText({ nodeType: 'document', content: [node] })).toBe('')
  })

  test('never holds a control character, an empty line or two spaces in a row', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (lines) => {
        const text = flattenRichText(richText(lines.map((line) => line.replace(/[[\]]/g, ''))))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is shown
        expect(text).not.toMatch(/[\u0000-\u0008]|\n\n| {2}|^\n|\n$/)
      }),
    )
  })
})

describe('the criteria text', () => {
  const fields = {
    grantSummaryTab: richText(['Sum.']),
    grantEligibilityTab: richText(['Elig.']),
    grantApplyTab: richText(['Apply.']),
  }
  const text = criteriaText(readDetailFields(fields, null))

  test('is eligibility, summary and dates in this order, and knows where each stands', () => {
    expect(text.text).toBe('Elig.\n\nSum.')
    expect(
      text.sections.map(({ field, start, end }) => [field, text.text.slice(start, end)]),
    ).toEqual([
      ['grantEligibilityTab', 'Elig.'],
      ['grantSummaryTab', 'Sum.'],
    ])
  })

  test('has another hash as soon as a character differs', () => {
    const changed = criteriaText(
      readDetailFields({ ...fields, grantEligibilityTab: richText(['Elig!']) }, null),
    )
    expect(changed.sha256).not.toBe(text.sha256)
    expect(
      criteriaText(readDetailFields({ ...fields, grantApplyTab: richText(['Other.']) }, null))
        .sha256,
    ).toBe(text.sha256)
  })
})
