/** File type by its first bytes: names and content types of published files are often wrong. */
import { open } from 'node:fs/promises'

export type Content = 'json' | 'text' | 'zip' | 'gzip' | 'html' | 'pdf' | 'old_office' | 'empty'

const HEAD_BYTES = 4096

export async function sniff(path: string): Promise<Content> {
  const handle = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return detectContent(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

function detectContent(head: Uint8Array): Content {
  if (head.length === 0) return 'empty'
  if (starts(head, 0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (starts(head, 0x1f, 0x8b)) return 'gzip'
  if (starts(head, 0x25, 0x50, 0x44, 0x46)) return 'pdf'
  if (starts(head, 0xd0, 0xcf, 0x11, 0xe0)) return 'old_office'
  // Without NULs, so that UTF-16 reads like the rest.
  const text = Buffer.from(head.filter((byte) => byte !== 0))
    .toString('latin1')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .trimStart()
  if (text === '') return 'empty'
  if (text.startsWith('{') || text.startsWith('[')) return 'json'
  return /^<(!doctype|html|\?xml|head|body|script|!--)/i.test(text) ? 'html' : 'text'
}

function starts(head: Uint8Array, ...magic: number[]): boolean {
  return magic.every((byte, index) => head[index] === byte)
}
