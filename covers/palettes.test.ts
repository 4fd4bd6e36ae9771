import { describe, expect, test } from 'vitest'
import { GENRES } from '#contract/shapes/genres.ts'
import { contrast, mix } from './contrast.ts'
import { clothOf, colourwaysOf, headerOf } from './palettes.ts'

const AA = 4.5
const AAA = 7

test('contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

describe.each(GENRES)('the palette of %s', (genre) => {
  test('has a header with AAA text, AA muted text and button, and distinguishable stars', () => {
    const { ground, text, muted, star, button, onButton } = headerOf(genre)
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(AAA)
    expect(contrast(muted, ground)).toBeGreaterThanOrEqual(AA)
    expect(contrast(onButton, button)).toBeGreaterThanOrEqual(AA)
    expect(contrast(button, ground)).toBeGreaterThanOrEqual(3)
    expect(contrast(star, ground)).toBeGreaterThanOrEqual(3)
  })

  test('has readable text on the spine', () => {
    const { cloth, cloth2, ink } = clothOf(genre)
    expect(contrast(ink, cloth)).toBeGreaterThanOrEqual(AA)
    expect(cloth2).not.toBe(cloth)
  })

  test('has three colourways with AA text on both backgrounds', () => {
    const colourways = colourwaysOf(genre)
    expect(new Set(colourways.map(({ ground }) => ground)).size).toBe(3)
    for (const { ground, text, second, onSecond, accent } of colourways) {
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(AA)
      expect(contrast(onSecond, second)).toBeGreaterThanOrEqual(AA)
      expect(new Set([ground, second, accent]).size).toBe(3)
    }
  })
})
