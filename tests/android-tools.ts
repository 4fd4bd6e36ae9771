import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { privateFolder } from './browser.ts'
import { unpackPackages } from './unpack-packages.ts'

const run = promisify(execFile)
const RUN_MS = 120_000
const PACKAGES = [
  'aapt',
  'android-framework-res',
  'zipalign',
  // To check what is made.
  'apksigner',
  'apktool',
  'dexdump',
  'enjarify',
  'libandroid-json-java',
]
/** In no later release than this. */
const OLDER = ['dalvik-exchange/bullseye', 'libandroid-23-java/bullseye']
const OWN = /^(?:Package|Source): (?:aapt|android-|apk|dexdump|enjarify|libapksig|zipalign)/m

/** Why a test is skipped. */
export const MISSING = "Android's tools cannot be had"

type Program = 'aapt2' | 'apksigner' | 'apktool' | 'dexdump' | 'dx' | 'enjarify' | 'java' | 'javac' | 'zipalign'

export interface AndroidTools {
  /** Runs a program in a folder; rejects with what it said. */
  run: (program: Program, args: string[], folder: string) => Promise<string>
  /** The path of the classes of Android 6. */
  android: string
  /** The path of Android's reading of JSON, which runs on any Java. */
  json: string
  /** The path of the names of Android 10's resources. */
  framework: string
}

/**
 * What makes and checks Android's files, from Debian's packages, which are unpacked once, not installed; a Java 17 must be
 * there. Undefined, with a warning, where they cannot be had.
 */
export const unpackAndroidTools = async (): Promise<AndroidTools | undefined> => {
  try {
    const { stdout } = await run('javac', ['-version'])
    if (!stdout.startsWith('javac 17.')) throw new Error(`There is ${stdout.trim()} instead of javac 17`)
    const home = join(await privateFolder(), `android-tools-${PACKAGES.length}`)
    // 40 MB over the network, 90 MB on the disk.
    await unpackPackages(home, { names: PACKAGES, own: OWN, releases: ['bookworm', 'bullseye'], alone: OLDER })
    return await openTools(home)
  } catch (error) {
    console.warn(`
############################################################################
##  SKIPPED: ANDROID'S TOOLS CANNOT BE HAD.
##  They are unpacked from packages of Debian 12 and 11, with apt-get and a network, and need javac 17.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return undefined
  }
}

const openTools = async (home: string): Promise<AndroidTools> => {
  const [lib, java] = [join(home, 'usr/lib'), join(home, 'usr/share/java')]
  const machines = (await readdir(lib)).filter((name) => name.endsWith('-linux-gnu')).map((name) => join(lib, name))
  const libraries = [...machines, ...machines.map((folder) => join(folder, 'android')), lib, join(lib, 'p7zip')]
  const env = {
    ...process.env,
    LANG: 'C.UTF-8',
    LD_LIBRARY_PATH: libraries.join(delimiter),
    PYTHONPATH: join(lib, 'python3/dist-packages'),
  }
  // apktool has classes of Android of its own, which come first. What is installed is not unpacked.
  const jars = [join(home, 'usr/share/apktool/*'), `${java}/*`, '/usr/share/java/*'].join(delimiter)
  const commands: Record<Program, string[]> = {
    aapt2: [join(home, 'usr/bin/aapt2')],
    apksigner: ['java', '-cp', jars, 'com.android.apksigner.ApkSignerTool'],
    apktool: ['java', '-cp', jars, 'brut.apktool.Main'],
    dexdump: [join(home, 'usr/bin/dexdump')],
    dx: ['java', '-cp', jars, 'com.android.dx.command.Main'],
    enjarify: ['python3', '-O', '-m', 'enjarify.main'],
    java: ['java'],
    javac: ['javac'],
    zipalign: [join(home, 'usr/bin/zipalign')],
  }
  return {
    run: async (program, args, folder) => {
      const [command = '', ...own] = commands[program]
      const options = { cwd: folder, env, timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 }
      return (await run(command, [...own, ...args], options)).stdout
    },
    android: join(java, 'com.android.android-23.jar'),
    json: join(java, 'com.android.json.jar'),
    framework: join(home, 'usr/share/android-framework-res/framework-res.apk'),
  }
}
