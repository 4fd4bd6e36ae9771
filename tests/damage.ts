/** The same numbers for the same seed (mulberry32), so that a failure can be seen again. */
export const randomFrom = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (below: number): number => Math.floor(next() * below)
}

type Random = ReturnType<typeof randomFrom>

const MAX_SPAN = 4096

const spanOf = (bytes: Buffer, random: Random): [number, number] => {
  const from = random(bytes.length)
  return [from, Math.min(bytes.length, from + 1 + random(Math.min(MAX_SPAN, bytes.length)))]
}

const splice = (bytes: Buffer, from: number, to: number, inserted: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(to)])

const randomBytes = (length: number, random: Random) => Uint8Array.from({ length }, () => random(256))

const NUMBERS = ['0', '-1', '65535', '2147483647', '4294967296', '99999999999999999999']

const KINDS: ((bytes: Buffer, random: Random) => Buffer)[] = [
  // Wrong bytes.
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    for (let count = 1 + random(40); count > 0; count -= 1) changed[random(changed.length)] = random(256)
    return changed
  },
  // Cut off.
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  // A part is missing, is zero, is noise, is inserted, or is there twice.
  (bytes, random) => splice(bytes, ...spanOf(bytes, random), Buffer.alloc(0)),
  (bytes, random) => {
    const [from, to] = spanOf(bytes, random)
    return splice(bytes, from, to, Buffer.alloc(to - from))
  },
  (bytes, random) => {
    const [from, to] = spanOf(bytes, random)
    return splice(bytes, from, to, randomBytes(to - from, random))
  },
  (bytes, random) => {
    const at = random(bytes.length)
    return splice(bytes, at, at, randomBytes(1 + random(200), random))
  },
  (bytes, random) => {
    const [from, to] = spanOf(bytes, random)
    const at = random(bytes.length)
    return splice(bytes, at, at, bytes.subarray(from, to))
  },
  // Another number: a length, an offset, a reference or a size.
  (bytes, random) => {
    const from = random(bytes.length)
    const found = /\d{1,12}/.exec(bytes.toString('latin1', from, from + MAX_SPAN))
    if (!found) return bytes.subarray(0, from)
    const at = from + found.index
    return splice(bytes, at, at + found[0].length, Buffer.from(NUMBERS[random(NUMBERS.length)] ?? ''))
  },
]

/** Damages a file in one to three ways. */
export const damage = (bytes: Buffer, random: Random): Buffer => {
  let damaged = bytes
  for (let count = 1 + random(3); count > 0; count -= 1)
    damaged = KINDS[random(KINDS.length)]?.(damaged, random) ?? damaged
  return damaged
}
