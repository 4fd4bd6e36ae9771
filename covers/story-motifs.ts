import { choose } from './motif.ts'
import type { Motif } from './motif.ts'
import { circle, line, path, rect, ring, times, turned } from './shapes.ts'

export const STORY_MOTIFS = {
  Fiction: ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () =>
        path('M50 94V26C38 14 18 12 2 16v68c16-4 36-2 48 10z', p) +
        path('M50 94V26c12-12 32-14 48-10v68c-16-4-36-2-48 10z', q) +
        circle(50, 12, 8, p),
      () => rect(8, 0, 84, 100, p) + rect(18, 10, 64, 90, r) + path('M18 10l38 14v76H18z', q) + circle(48, 62, 3.5, r),
      () =>
        rect(6, 14, 20, 86, p) +
        rect(29, 4, 14, 96, q) +
        rect(46, 26, 17, 74, p) +
        turned(-14, rect(70, 14, 19, 90, q), 80, 100) +
        rect(6, 30, 20, 5, r) +
        rect(29, 78, 14, 5, r),
    ),
  Fantasy: ({ first: p, second: q, ground: r }, roll) => {
    const [left, high] = [roll(2) === 0, 26 + roll(14)]
    const moon = circle(left ? 24 : 74, 24, 19, q) + circle(left ? 31 : 81, 19, 16, r)
    return choose(
      roll,
      () =>
        moon +
        path(`M-8 100 ${left ? 62 : 30} ${high}l26 44 16-22 40 52z`, p) +
        path(`M${left ? 62 : 30} ${high}l10 17-8 8-10-7-5 5z`, q),
      () =>
        moon +
        path('M34 100V48h-5V36h6v6h5v-6h7v6h6v-6h7v6h5v-6h6v12h-5v52z', p) +
        path('M46 100V78a6 6 0 0 1 12 0v22z', r) +
        path('M-6 100q28-26 56 0zM50 100q28-22 60 0z', q),
    )
  },
  'Science Fiction': ({ first: p, second: q, ground: r }, roll) => {
    const rings = 3 + roll(3)
    const gap = 34 / rings
    const planet = (at: number) => turned(roll(360), circle(50 + 13 + gap * (at + 1), 50, 3 + roll(5), at % 2 ? p : q))
    return choose(
      roll,
      () =>
        times(rings, (at) => ring(50, 50, 13 + gap * (at + 1), 2.2, at % 2 ? q : p)) +
        circle(50, 50, 8 + roll(6), p) +
        times(Math.min(3, rings), planet),
      () =>
        circle(50, 50, 27, p) +
        path('M23.500 44a27 27 0 0 1 53 0z', q) +
        turned(
          -20 - roll(20),
          `<ellipse cx="50" cy="50" rx="47" ry="11" fill="none" stroke="${q}" stroke-width="4"/>` +
            path('M25 40h50v8H25z', p),
        ) +
        times(7, () => circle(roll(100), roll(2) ? roll(20) : 80 + roll(20), 1 + roll(2), p)),
      () =>
        path('M50 2c18 16 20 40 14 66H36C30 42 32 18 50 2z', p) +
        circle(50, 34, 8, r) +
        path('M35 48 20 72v14l17-14zM65 48l15 24v14L63 72z', q) +
        path('M42 72h16l-8 26z', q) +
        times(6, () => circle(roll(2) ? roll(24) : 76 + roll(24), roll(100), 1.6, p)),
      () =>
        circle(50, 44, 26, q) +
        rect(0, 52, 100, 48, r) +
        times(5, (at) => rect(0, 52 + at * (6 + at * 1.6), 100, 1.6 + at * 0.4, p)) +
        times(9, (at) => line(`M50 52L${at * 40 - 110} 100`, p, 1.6)),
    )
  },
  Mystery: ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () => circle(50, 50, 46, p) + circle(50, 50, 33, r) + circle(50, 42, 13, q) + path('M45 47h10l7 30H38z', q),
      () =>
        path('M2 50Q50-10 98 50 50 110 2 50z', p) +
        circle(50, 50, 25, r) +
        circle(50, 50, 17, q) +
        circle(56, 44, 5, r),
      () =>
        circle(40, 40, 36, p) +
        circle(40, 40, 26, r) +
        turned(45, rect(74, 35, 42, 11, p), 40, 40) +
        times(4, (at) => rect(24, 29 + at * 7, 32 - (at % 2) * 10, 3, q)),
    ),
  Thriller: ({ first: p, second: q, ground: r }, roll) => {
    const [from, hot] = [15 + roll(71), roll(6)]
    return choose(
      roll,
      () => times(7, (at) => path(`M${at * 22 - 34} 100 ${from} 0 ${at * 22 - 23} 100z`, at === hot ? q : p)),
      () => times(5, (at) => circle(from, 50, 62 - at * 13, at % 2 ? r : at === 2 ? q : p)),
      () => path('M58-4 18 56h26L30 104l54-64H56L74-4z', p) + path('M-4 84 20 70l-6 34zM104 22 84 34l6-34z', q),
    )
  },
  Romance: ({ first: p, second: q }, roll) =>
    choose(
      roll,
      () =>
        path('M50 94V50h44a44 44 0 0 1-44 44z', q) +
        path('M6 50h44v44A44 44 0 0 1 6 50z', p) +
        path('M6 50a22 22 0 0 1 44 0z', q) +
        path('M50 50a22 22 0 0 1 44 0z', p),
      () =>
        circle(35, 50, 33, p) +
        circle(65, 50, 33, q) +
        path('M50 20.600a33 33 0 0 1 0 58.800 33 33 0 0 1 0-58.800z', p) +
        path('M50 36c6 10 6 18 0 28-6-10-6-18 0-28z', q),
      () =>
        path('M20 8c14 0 22 8 30 20C58 16 66 8 80 8c6 34-8 54-30 54S14 42 20 8z', p) +
        path('M50 4c12 16 12 42 0 58-12-16-12-42 0-58z', q) +
        rect(48, 60, 4, 40, p) +
        path('M50 96c2-18 14-26 30-26-2 16-12 26-30 26z', q),
    ),
  'Historical Fiction': ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () =>
        rect(4, 88, 92, 8, p) +
        rect(4, 4, 92, 8, p) +
        times(
          4,
          (at) =>
            rect(9 + at * 22, 17, 16, 66, at % 2 ? q : p) +
            times(2, (flute) => rect(13 + at * 22 + flute * 6, 17, 2, 66, r)),
        ),
      () =>
        rect(0, 4, 100, 96, p) +
        times(3, (at) => path(`M${7 + at * 31} 100V40a12 12 0 0 1 24 0v60z`, r) + circle(19 + at * 31, 42, 6, q)) +
        rect(0, 12, 100, 3, q),
      () =>
        path('M12 8h76v40c0 26-16 40-38 50C28 88 12 74 12 48z', p) +
        path('M50 8h38v40H50zM12 48h38v50C28 88 12 74 12 48z', q) +
        circle(31, 28, 8, r) +
        circle(67, 62, 8, r),
    ),
  Horror: ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () =>
        times(
          5,
          (at) =>
            path(`M${at * 20} 0h20L${at * 20 + 10} ${at % 2 ? 40 : 58}z`, p) +
            path(`M${at * 20 - 10} 100h20L${at * 20} ${at % 2 ? 50 : 66}z`, q),
        ) + path('M90 100h20l-10-36z', q),
      () =>
        times(4, (at) =>
          path(`M${10 + at * 22} ${at % 2 ? 2 : 10}q14 44-4 ${84 - at * 3}q6-46-6-${76 - at * 3}z`, at === 2 ? q : p),
        ),
      () =>
        circle(50, 40, 36, p) +
        rect(30, 62, 40, 30, p) +
        circle(35, 42, 10, r) +
        circle(65, 42, 10, r) +
        path('M50 52l6 13H44z', r) +
        times(3, (at) => rect(38 + at * 10, 76, 3, 16, r)) +
        circle(35, 42, 3.5, q) +
        circle(65, 42, 3.5, q),
    ),
  Adventure: ({ first: p, second: q, ground: r }, roll) =>
    choose(
      roll,
      () =>
        path('M52 6v56h40z', p) +
        path('M47 20v42H14z', q) +
        path('M8 67h86c-6 12-14 17-24 17H28c-10 0-16-6-20-17z', p) +
        line('M0 93q8-6 16 0t17 0 17 0 17 0 17 0 17 0', q, 3),
      () =>
        turned(
          roll(4) * 15,
          circle(50, 50, 47, p) +
            circle(50, 50, 39, r) +
            path('M50 6 60 50 50 94 40 50z', p) +
            path('M50 6 60 50H40z', q) +
            path('M14 50 50 42 86 50 50 58z', p) +
            circle(50, 50, 4, r),
        ),
      () =>
        path('M-4 100 34 34l20 30 12-14 42 50z', p) +
        rect(32.5, 4, 3, 34, q) +
        path('M35 4l26 9-26 9z', q) +
        circle(84, 20, 10, q),
    ),
} satisfies Record<string, Motif>
