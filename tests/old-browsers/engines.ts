/**
 * The newest engines of Android 6, 7, and 8 and 9, as npm's `@sparticuz/chromium` has them: the version of the package and the
 * hash of its archive. They are no dependency of the product.
 */
export const ENGINES: Record<string, { version: string; integrity: string }> = {
  '106': {
    version: '106.0.2',
    integrity: 'sha512-YDbwmfyzLi2WqVjAONPjxlCxAfLPjx4TE7KdDNOyITDGx6KAktgpZ9qab77ZRU/6mmCwSdg+QO+OGQTXOEY/RA==',
  },
  '119': {
    version: '119.0.2',
    integrity: 'sha512-VB6tHW13YpQ7HqyhKG1KU8Z1RIb/kfHMg8j/4ft5rk8mMvEm2YkBYFCHnj+yb0P/RPLcdgX3+VC58GuJilOtww==',
  },
  '138': {
    version: '138.0.2',
    integrity: 'sha512-vs5qUiK6kFCzLCxZ2buWONcB6jdF3VWdYp6kH1tt56tZ78p51dMAxfWsfk9P62z/jAeqbVg4V6Rb3Ic4aAeOKQ==',
  },
}
