import { SaxesParser } from 'saxes'
import { DatasetFault, isMachineFault } from './fault.ts'

export interface XmlHandlers {
  /**
   * Names come without their namespace prefix, which writers choose freely. Attributes keep theirs.
   */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
  /** Called after each chunk; returns true to stop reading. */
  isDone?(): boolean
}

/** @throws DatasetFault `broken` when the part is no well-formed XML. */
export async function readXml(
  part: string,
  chunks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder('utf-8')
  parser.on('opentag', (tag) =>
    handlers.open(localName(tag.name), tag.attributes as Record<string, string>),
  )
  parser.on('text', (text) => handlers.text(text))
  parser.on('cdata', (text) => handlers.text(text))
  parser.on('closetag', (tag) => handlers.close(localName(tag.name)))
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }))
      if (handlers.isDone?.()) return
    }
    parser.close()
  } catch (error) {
    if (error instanceof DatasetFault || isMachineFault(error)) throw error
    throw new DatasetFault(`${part} of the spreadsheet cannot be parsed`, error)
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
