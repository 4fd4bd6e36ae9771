import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL_MS = 180_000
/** Debian's packages, and a file of each that the tests need. */
const PACKAGES = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  'gir1.2-webkit2-4.1': '/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib',
  'python3-gi': '/usr/lib/python3/dist-packages/gi/__init__.py',
  xvfb: '/usr/bin/Xvfb',
}

/** Installs Firefox and WebKit with apt where the user is root. False, with a warning, where they cannot be had. */
export const installBrowsers = async (): Promise<boolean> => {
  const missing = Object.entries(PACKAGES).flatMap(([name, file]) => (globSync(file).length > 0 ? [] : [name]))
  if (missing.length === 0) return true
  try {
    if (userInfo().uid !== 0) throw new Error('only root can install packages')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    // An outdated list has a Firefox that is too old for the reader.
    await run('apt-get', ['update'], { timeout: INSTALL_MS }).catch(() => {})
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env, timeout: INSTALL_MS })
    return true
  } catch (error) {
    console.warn(`
############################################################################
##  NO TEST IN FIREFOX AND WEBKIT RUNS. Missing: ${missing.join(', ')}
##  They are installed with apt-get by root, from Debian's packages.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return false
  }
}
