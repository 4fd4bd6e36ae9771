/**
 * By which rules editions are made. It increases with each change of what readers see of the same file: a job makes the
 * editions of before again.
 */
export const EDITION_VERSION = 7
