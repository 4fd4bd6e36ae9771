/** The version code of the first app that a site makes. */
export const FIRST_VERSION_CODE = 10_005

/** 10005 is 1.0.5. */
export const versionNameOf = (code: number): string =>
  [Math.floor(code / 10_000), Math.floor(code / 100) % 100, code % 100].join('.')
