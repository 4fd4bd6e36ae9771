const BROWSERS: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: [name: string, mark: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const LONGEST = 60

/** What a browser calls itself, in words: 'Firefox on Linux'. Another program keeps its own name; '' where there is none. */
export const nameDevice = (userAgent: string): string => {
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) => known.find(([, mark]) => mark.test(userAgent))?.[0])
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? userAgent.slice(0, LONGEST)
}
