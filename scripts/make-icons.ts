/** Renders the icons of the site and of its app from web/public/icons/icon.svg. The results are committed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const PUBLIC = fileURLToPath(new URL('../web/public/', import.meta.url))
const APP = fileURLToPath(new URL('../app/res/', import.meta.url))
const FAVICON = 48
/** Android's densities, as how many pixels a unit of its layouts has. */
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 }
const LAUNCHER = 48
/** The layer before the background of an icon that the launcher cuts into its shape: what it shows is 72 of 108 units. */
const LAYER = 108
const SHOWN = 72
const drawing = readFileSync(`${PUBLIC}icons/icon.svg`)

const png = (size: number) =>
  sharp(drawing, { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer()

const layer = async (scale: number) => {
  const edge = ((LAYER - SHOWN) / 2) * scale
  return sharp(await png(SHOWN * scale))
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: 'transparent' })
    .png({ palette: true, effort: 10 })
    .toBuffer()
}

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

for (const [density, scale] of Object.entries(DENSITIES)) {
  const folder = `${APP}mipmap-${density}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/ic_launcher.png`, await png(LAUNCHER * scale))
  writeFileSync(`${folder}/ic_launcher_foreground.png`, await layer(scale))
}
