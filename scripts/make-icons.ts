/** Renders the site's icons from web/public/icons/icon.svg. The results are committed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const PUBLIC = fileURLToPath(new URL('../web/public/', import.meta.url))
const FAVICON = 48
const drawing = readFileSync(`${PUBLIC}icons/icon.svg`)

const png = (size: number) =>
  sharp(drawing, { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer()

/** An .ico file with one PNG. */
const ico = (image: Buffer, size: number) => {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

writeFileSync(`${PUBLIC}icons/icon-192.png`, await png(192))
writeFileSync(`${PUBLIC}icons/icon-512.png`, await png(512))
writeFileSync(`${PUBLIC}icons/apple-touch-icon.png`, await png(180))
writeFileSync(`${PUBLIC}favicon.ico`, ico(await png(FAVICON), FAVICON))
