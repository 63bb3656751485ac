/**
 * The sign of the service: a house front with three wings of different height, as SVG and as a 32
 * by 32 bitmap for old readers.
 */
const BLUE = { red: 0x1d, green: 0x5b, blue: 0x8f }
const SIZE = 32

/** x from, x to, y from, y to, in pixels of 32. */
const BARS = [
  [6, 12, 14, 26],
  [13, 19, 6, 26],
  [20, 26, 10, 26],
] as const

export function faviconSvg(): string {
  const bars = BARS.map(
    ([left, right, top, bottom]) =>
      `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`,
  ).join('')
  const { red, green, blue } = BLUE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" rx="6" fill="rgb(${red} ${green} ${blue})"/><g fill="#fff">${bars}</g></svg>\n`
}

/** One image of 32 bits per pixel, rows from the bottom up, as the format wants it. */
export function faviconIco(): Buffer {
  const header = Buffer.alloc(6 + 16 + 40)
  const pixels = Buffer.alloc(SIZE * SIZE * 4)
  const mask = Buffer.alloc((SIZE * SIZE) / 8)
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const white = BARS.some(
        ([left, right, top, bottom]) => x >= left && x < right && y >= top && y < bottom,
      )
      const at = ((SIZE - 1 - y) * SIZE + x) * 4
      pixels.set(white ? [255, 255, 255, 255] : [BLUE.blue, BLUE.green, BLUE.red, 255], at)
    }
  }
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(SIZE, 6)
  header.writeUInt8(SIZE, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(40 + pixels.length + mask.length, 14)
  header.writeUInt32LE(22, 18)
  header.writeUInt32LE(40, 22)
  header.writeInt32LE(SIZE, 26)
  // Twice the height: the picture and its mask.
  header.writeInt32LE(SIZE * 2, 30)
  header.writeUInt16LE(1, 34)
  header.writeUInt16LE(32, 36)
  return Buffer.concat([header, pixels, mask])
}
