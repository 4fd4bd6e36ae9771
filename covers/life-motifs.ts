import { choose } from './motif.ts'
import type { Motif } from './motif.ts'
import { circle, line, n, path, rect, ring, times, turned } from './shapes.ts'

export const LIFE_MOTIFS = {
  'Non-fiction': ({ first: p, second: q }, roll) =>
    times(16, (at) => {
      const [x, y] = [(at % 4) * 25, Math.floor(at / 4) * 25]
      return turned(
        roll(4) * 90,
        choose(
          roll,
          () => rect(x + 3, y + 3, 19, 19, p),
          () => circle(x + 12.5, y + 12.5, 9.5, roll(2) ? q : p),
          () => path(`M${x + 3} ${y + 22}h19v-19z`, p),
          () => path(`M${x + 3} ${y + 3}a19 19 0 0 0 19 19v-19z`, roll(3) ? p : q),
          () => rect(x + 3, y + 10, 19, 5, q),
        ),
        x + 12.5,
        y + 12.5,
      )
    }),
  Biography: ({ first: p, second: q, ground: r }, roll) => {
    const hat = roll(4)
    const hats = [
      () => path('M50 8a24 24 0 0 1 0 48z', q),
      () => rect(22, 20, 56, 6, q) + path('M32 22V2h36v20z', q),
      () => circle(50, 8, 9, q) + path('M26 34a24 24 0 0 1 48 0q-24-16-48 0z', q),
      () => ring(41, 34, 7, 2.5, r) + ring(60, 34, 7, 2.5, r) + path('M30 44q20 10 40 0-4 18-20 18T30 44z', q),
    ]
    return (
      path('M2 100a48 38 0 0 1 96 0z', q) +
      rect(42, 50, 16, 20, p) +
      circle(50, 34, 24, p) +
      (hats[hat]?.() ?? '') +
      path('M42 64l8 12 8-12v-2H42z', p)
    )
  },
  Autobiography: ({ first: p, second: q, ground: r }, roll) => {
    const lean = roll(7) - 3
    const print = () =>
      times(6, (at) =>
        line(
          `M${8 + at * 7} ${98 - roll(12)}V50a${42 - at * 7} ${42 - at * 7} 0 0 1 ${84 - at * 14} 0v${18 + roll(24)}`,
          at % 2 ? q : p,
          3.4,
        ),
      ) + circle(50 + lean * 2, 96, 3, q)
    return choose(
      roll,
      print,
      () =>
        path('M28 100V60Q6 54 12 38 0 8 40 4q44-6 46 30 2 18-14 30v36z', p) +
        times(4, (at) => ring(48, 34, 6 + at * 6, 2.6, q)),
      () =>
        path('M20 6h60v88H20z', p) +
        path('M20 6h10v88H20z', q) +
        times(5, (at) => rect(38, 22 + at * 12, 34 - ((at * 7 + lean * lean) % 16), 3, r)),
    )
  },
  Memoir: ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () =>
        circle(50, 46, 38, q) +
        times(5, (at) => rect(0, 50 + at * 10, 100, 2 + at * 1.7, r)) +
        rect(0, 94, 100, 3, p) +
        circle(78, 16, 6, p),
      () =>
        times(
          6,
          (at) =>
            `<ellipse cx="${50 - at}" cy="${50 + at * 1.5}" rx="${47 - at * 8}" ry="${45 - at * 8}" fill="${at % 3 === 2 ? q : at % 3 ? r : p}"/>`,
        ),
      () =>
        rect(10, 6, 80, 88, p) +
        rect(17, 13, 66, 60, r) +
        circle(62, 34, 12, q) +
        path('M17 73l22-30 18 20 10-10 16 20z', q),
    ),
  'Self-help': ({ first: p, second: q }, roll) =>
    choose(
      roll,
      () => times(5, (at) => rect(at * 20, 84 - at * 16, 20, 100, at % 2 ? q : p)) + circle(14 + roll(30), 22, 11, q),
      () =>
        times(4, (at) =>
          path(
            `M50 ${2 + at * 24} 92 ${36 + at * 24}v16L50 ${18 + at * 24} 8 ${52 + at * 24}V${36 + at * 24}z`,
            at % 2 ? q : p,
          ),
        ),
      () =>
        path('M50 46a46 46 0 0 1 46 46H4a46 46 0 0 1 46-46z', q) +
        times(7, (at) => turned(at * 30 - 90, rect(47, 4, 6, 32, p), 50, 92)) +
        rect(0, 92, 100, 5, p),
    ),
  Business: ({ first: p, second: q }, roll) => {
    const heights = Array.from({ length: 5 }, (_, at) => 30 + at * 9 + roll(26))
    const tops = heights.map((height, at) => `${11.5 + at * 19} ${n(88 - height)}`)
    return choose(
      roll,
      () =>
        heights.map((height, at) => rect(4 + at * 19, 104 - height, 15, height, at === 4 ? q : p)).join('') +
        line(`M${tops.join('L')}`, q, 2.6),
      () =>
        circle(50, 50, 46, p) +
        turned(roll(12) * 30, path('M50 50V0a50 50 0 0 1 43.300 75z', q)) +
        circle(50, 50, 14, p),
      () =>
        times(5, (row) =>
          times(5, (at) => (at > row ? '' : rect(2 + at * 20, 2 + row * 20, 16, 16, at === row ? q : p))),
        ),
    )
  },
  Philosophy: ({ first: p, second: q, ground: r }, roll) => {
    const shapes = [
      (size: number, fill: string) => circle(50, 50, size, fill),
      (size: number, fill: string) => path(`M50 ${50 - size}l${size * 0.87} ${size * 1.5}H${50 - size * 0.87}z`, fill),
      (size: number, fill: string) => rect(50 - size * 0.7, 50 - size * 0.7, size * 1.4, size * 1.4, fill),
    ]
    const start = roll(3)
    const step = 1 + roll(2)
    let size = start === 0 ? 48 : 54
    return [p, r, q, r]
      .map((fill, at) => {
        const shape = (start + at * step) % 3
        const drawing = shapes[shape]?.(size, fill) ?? ''
        size *= [0.97, 0.5, 0.7][shape] ?? 1
        return drawing
      })
      .join('')
  },
} satisfies Record<string, Motif>
