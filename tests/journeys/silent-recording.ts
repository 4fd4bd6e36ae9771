/** A frame of Opus without sound, 20 ms long. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])
const SAMPLES = 960
const FRAMES_A_PAGE = 10
const SERIAL = 7
const [BEGIN, END] = [2, 4]

/** CRC-32 as Ogg has it (RFC 3533). */
const checksum = (bytes: Buffer): number => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum & 0x80000000 ? 0x04c11db7 : 0)
  }
  return sum >>> 0
}

const oggPage = (number: number, packets: Buffer[], samples: number, flags = 0): Buffer => {
  const head = Buffer.alloc(27)
  head.write('OggS')
  head.writeUInt8(flags, 5)
  head.writeBigInt64LE(BigInt(samples), 6)
  head.writeUInt32LE(SERIAL, 14)
  head.writeUInt32LE(number, 18)
  head.writeUInt8(packets.length, 26)
  const page = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets])
  page.writeUInt32LE(checksum(page), 22)
  return page
}

/** A recording without sound that browsers play: Opus in Ogg (RFC 7845). */
export const aSilentRecording = (seconds: number): Buffer => {
  const opusHead = Buffer.alloc(19)
  opusHead.write('OpusHead')
  opusHead.writeUInt8(1, 8)
  opusHead.writeUInt8(1, 9)
  opusHead.writeUInt32LE(48_000, 12)
  const opusTags = Buffer.alloc(16)
  opusTags.write('OpusTags')
  const pages = Math.ceil((seconds * 50) / FRAMES_A_PAGE)
  const sound = Array.from({ length: pages }, (_, at) =>
    oggPage(
      at + 2,
      Array.from({ length: FRAMES_A_PAGE }, () => SILENCE),
      (at + 1) * FRAMES_A_PAGE * SAMPLES,
      at === pages - 1 ? END : 0,
    ),
  )
  return Buffer.concat([oggPage(0, [opusHead], 0, BEGIN), oggPage(1, [opusTags], 0), ...sound])
}
