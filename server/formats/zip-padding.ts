const END = Buffer.from('PK\u0005\u0006', 'latin1')
const END_BYTES = 22

/** How many zeros or line ends some programs and disks wrote behind a zip archive, of which `tail` are the last bytes. */
export const paddingOf = (tail: Buffer): number => {
  const at = tail.lastIndexOf(END)
  if (at < 0 || at + END_BYTES > tail.length) return 0
  const end = at + END_BYTES + tail.readUInt16LE(at + END_BYTES - 2)
  return /^[\0\r\n]*$/.test(tail.toString('latin1', end)) ? Math.max(0, tail.length - end) : 0
}
