const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const MAX_LENGTH = 60
const BETWEEN = ' on '

/** The device of a user agent, such as 'Firefox on Linux'. An unknown user agent is shortened. */
export const nameDevice = (userAgent: string): string => {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0],
  )
  if (browser && system) return browser + BETWEEN + system
  return browser ?? system ?? userAgent.slice(0, MAX_LENGTH)
}

/** The browser and the system of the name of a device that has both, for what is said in another language. */
export const partsOfDevice = (device: string): { browser: string; system: string } | undefined => {
  const [browser = '', system = ''] = device.split(BETWEEN)
  const isKnown = [BROWSERS, SYSTEMS].every((known, at) => known.some(([name]) => name === [browser, system][at]))
  return isKnown && device === browser + BETWEEN + system ? { browser, system } : undefined
}
