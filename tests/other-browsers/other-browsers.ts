import { type Browser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { installBrowsers } from './install-browsers.ts'
import { OLDER, unpackOlderFirefox } from './older-firefox.ts'
import { startWebkit } from './webkit.ts'

/** Those that can be had: Firefox and WebKit of Debian, and older ones of Firefox. None, with a warning, where none can. */
export const otherBrowsers = async (): Promise<[name: string, start: () => Promise<Browser>][]> => {
  if (!(await installBrowsers())) return []
  const older = Object.keys(OLDER).map(async (version): Promise<[string, () => Promise<Browser>][]> => {
    const program = await unpackOlderFirefox(version)
    return program ? [[`Firefox ${version}`, () => startFirefox(program, version)]] : []
  })
  return [['Firefox', () => startFirefox()], ['WebKit', startWebkit], ...(await Promise.all(older)).flat()]
}
