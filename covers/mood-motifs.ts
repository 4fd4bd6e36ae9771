import { choose } from './motif.ts'
import type { Motif } from './motif.ts'
import { circle, line, n, path, rect, times, turned } from './shapes.ts'

export const MOOD_MOTIFS = {
  Children: ({ first: p, second: q, ground: r }, roll) => {
    const toys = [
      (fill: string) => rect(3, 3, 44, 44, fill) + circle(25, 25, 9, r),
      (fill: string) => circle(25, 25, 22, fill),
      (fill: string) => path('M25 3l22 44H3z', fill),
      (fill: string) => turned(12, rect(5, 5, 40, 40, fill), 25, 25),
      (fill: string) => path('M3 25a22 22 0 0 1 44 0z', fill) + path('M3 25h44L25 47z', fill),
      (fill: string) => path('M25 2l6 16 17 1-13 11 4 17-14-9-14 9 4-17L2 19l17-1z', fill),
    ]
    const start = roll(6)
    return times(
      4,
      (at) =>
        `<g transform="translate(${(at % 2) * 50} ${at > 1 ? 50 : 0})">${toys[(start + at * (start % 2 ? 1 : 5)) % 6]?.(at === 1 || at === 2 ? q : p)}</g>`,
    )
  },
  'Young Adult': ({ first: p, second: q, ground: r }, roll) => {
    const rays = 6 + roll(4) * 2
    return choose(
      roll,
      () =>
        times(rays, (at) => turned((at * 360) / rays, rect(46.5, 2, 7, 46, at % 2 ? q : p))) + circle(50, 50, 13, p),
      () =>
        times(rays, (at) => turned((at * 360) / rays, path('M50 50 40 6h20z', at % 2 ? q : p))) +
        circle(50, 50, 15, r) +
        circle(50, 50, 8, q),
      () => times(4, (at) => line(`M-4 ${14 + at * 24}l18-10 18 20 18-20 18 20 18-20 22 16`, at % 2 ? q : p, 6)),
    )
  },
  Poetry: ({ first: p, second: q }, roll) =>
    choose(
      roll,
      () =>
        times(4, (at) => {
          const y = 98 - at * 22
          return (
            path(`M50 ${y}C24 ${y - 4} 14 ${y - 20} 12 ${y - 36}c22 2 36 14 38 36z`, at % 2 ? q : p) +
            path(`M50 ${y}C76 ${y - 4} 86 ${y - 20} 88 ${y - 36}c-22 2-36 14-38 36z`, at % 2 ? p : q)
          )
        }) + rect(49, 4, 2, 96, p),
      () =>
        path('M86 4C40 10 18 40 22 84c36-4 62-34 64-80z', p) +
        path('M86 4C60 24 34 54 22 84c36-4 62-34 64-80z', q) +
        line('M86 4C56 26 30 60 12 98', p, 2.6),
      () =>
        times(6, (at) =>
          line(
            `M-6 ${12 + at * 16}c18-${16 - at * 2} 34 ${16 - at * 2} 56 0s38-${14 - at} 56 0`,
            at % 2 ? q : p,
            4.5 - at * 0.4,
          ),
        ),
    ),
  Drama: ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () =>
        times(6, (at) =>
          path(`M${at * 16.7} 0h16.700v${[78, 56, 36, 36, 56, 78][at]}a8.350 9 0 0 1-16.700 0z`, at % 2 ? q : p),
        ) +
        rect(0, 0, 100, 7, q) +
        rect(0, 92, 100, 8, p),
      () =>
        path('M4 4 14 0l62 86H26z', p) +
        path('M96 4 86 0 24 86h50z', q) +
        path('M50 37 75 86H25z', r) +
        path('M14 86h72v8H14z', p) +
        circle(50, 66, 10, q) +
        path('M36 86a14 12 0 0 1 28 0z', q),
      () =>
        path('M8 10h56v34a28 28 0 0 1-56 0z', p) +
        path('M40 36h56v30a28 28 0 0 1-56 0z', q) +
        circle(24, 30, 5, r) +
        circle(48, 30, 5, r) +
        path('M22 48q14 14 28 0z', r) +
        circle(58, 56, 5, r) +
        circle(80, 56, 5, r) +
        path('M55 84q13-16 26 0z', r),
    ),
  Humor: ({ first: p, second: q }, roll) =>
    times(9, (at) => {
      const [x, y] = [(at % 3) * 33.3 + 16.7, Math.floor(at / 3) * 33.3 + 16.7]
      return turned(roll(4) * 90, path(`M${n(x - 14)} ${n(y - 7)}a14 14 0 0 0 28 0z`, roll(2) ? q : p), x, y)
    }),
  Spirituality: ({ first: p, second: q, ground: r }, roll) => {
    const petals = 8 + roll(3) * 4
    return choose(
      roll,
      () =>
        times(petals, (at) =>
          turned(
            (at * 360) / petals,
            `<ellipse cx="50" cy="23" rx="${n(104 / petals)}" ry="21" fill="${at % 2 ? q : p}"/>`,
          ),
        ) +
        circle(50, 50, 12, r) +
        circle(50, 50, 6, q),
      () =>
        times(5, (at) =>
          path(
            `M50 92C${18 + at * 8} ${80 - at * 4} ${4 + at * 12} ${58 - at * 8} ${at * 13} ${40 - at * 6}c${22 - at * 2} 4 ${46 - at * 9} 22 ${50 - at * 13} ${52 + at * 6}zM50 92C${82 - at * 8} ${80 - at * 4} ${96 - at * 12} ${58 - at * 8} ${100 - at * 13} ${40 - at * 6}c-${22 - at * 2} 4-${46 - at * 9} 22-${50 - at * 13} ${52 + at * 6}z`,
            at % 2 ? q : p,
          ),
        ) + circle(50, 8, 5, q),
      () =>
        circle(50, 50, 48, p) +
        times(6, (at) => turned(at * 60, circle(50, 28, 20, at % 2 ? q : r))) +
        circle(50, 50, 12, p),
    )
  },
  'Health & Wellness': ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () =>
        circle(50, 27, 25, p) +
        circle(50, 73, 25, p) +
        circle(27, 50, 25, q) +
        circle(73, 50, 25, q) +
        circle(50, 50, 10, r),
      () =>
        path('M50 2c26 32 36 44 36 62a36 34 0 0 1-72 0C14 46 24 34 50 2z', p) +
        path('M50 98V46c18 2 26 10 28 26-10 2-22 0-28 26z', q) +
        path('M50 84c-4-16-12-22-28-22 0 14 10 24 28 26z', q),
      () =>
        times(6, (at) => turned(at * 60, path('M50 50C34 40 34 16 50 4c16 12 16 36 0 46z', at % 2 ? q : p))) +
        circle(50, 50, 8, r),
    ),
  Travel: ({ first: p, second: q, ground: r }, roll) => {
    const sun = circle(18 + roll(60), 26, 16, q)
    return choose(
      roll,
      () =>
        sun +
        rect(0, 56, 100, 44, p) +
        path('M47 56h6l32 44H15z', r) +
        times(3, (at) => rect(49 - at * 0.9, 62 + at * 13, 2 + at * 1.8, 6 + at * 2.4, q)),
      () => sun + times(4, (at) => path(`M-4 ${54 + at * 13}q13-12 27 0t27 0 27 0 27 0v60H-4z`, at % 2 ? q : p)),
      () =>
        path('M22 6h56a18 18 0 0 1 18 18v52a18 18 0 0 1-18 18H22A18 18 0 0 1 4 76V24A18 18 0 0 1 22 6z', p) +
        `<rect x="14" y="16" width="72" height="68" rx="12" fill="${r}"/>` +
        path('M14 62q18-16 36-2t36-4v16a12 12 0 0 1-12 12H26a12 12 0 0 1-12-12z', q) +
        circle(62, 38, 9, p),
    )
  },
  Other: ({ first: p, second: q }, roll) =>
    choose(
      roll,
      () => times(8, (at) => line(`M${-30 + at * 20} 104 ${10 + at * 20}-4`, at % 2 ? q : p, 6)),
      () => times(25, (at) => circle(10 + (at % 5) * 20, 10 + Math.floor(at / 5) * 20, 3 + roll(6), roll(4) ? p : q)),
      () =>
        times(16, (at) =>
          turned(
            (at + Math.floor(at / 4)) % 2 ? 90 : 0,
            times(3, (bar) =>
              rect(
                (at % 4) * 25 + 2 + bar * 8,
                Math.floor(at / 4) * 25 + 1,
                5,
                23,
                (at + Math.floor(at / 4)) % 2 ? q : p,
              ),
            ),
            (at % 4) * 25 + 12.5,
            Math.floor(at / 4) * 25 + 12.5,
          ),
        ),
    ),
} satisfies Record<string, Motif>
