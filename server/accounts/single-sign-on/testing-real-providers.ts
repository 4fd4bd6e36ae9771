import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { privateFolder } from '#tests/browser.ts'
import { type Packages, unpackPackages } from '#tests/unpack-packages.ts'
import type { aBrowser } from './testing-provider.ts'

export const HOST = '127.0.0.1'
/** With what programs write in different ways into a header. */
export const SECRET = 'Lib-rary_Secret.42 +/%'

export interface RealPerson {
  username: string
  email?: string
  /** Unsaid where it is absent. */
  isVerified?: boolean
  groups?: string[]
}

/** A provider that is a program of somebody else. */
export interface RealProvider {
  issuerOf: (algorithm: string) => string
  addPerson: (person: RealPerson) => Promise<void>
  /** Logs a person in as its pages do. Returns the answer that leads to this library. */
  logIn: (browser: ReturnType<typeof aBrowser>, address: string, person: RealPerson) => Promise<Response>
  /** Logs the person of a browser out as its pages do. */
  logOut: (browser: ReturnType<typeof aBrowser>, address: string) => Promise<Response>
  close: () => Promise<void>
}

/** A client for each algorithm, so that what the provider signs with is known. */
export const clientOf = (algorithm: string) => `library-${algorithm.toLowerCase()}`

/** The addresses that a client may lead back to: of the provider with its secret, and of the one with a wrong one. */
export const callbacksOf = (siteUrl: string, algorithm: string) =>
  [algorithm.toLowerCase(), 'wrong'].map((id) => `${siteUrl}/auth/oidc/${id}/callback`)

/** Where the packages of a provider are unpacked, once. Undefined, with a warning, where they cannot be had. */
export const unpackProvider = async (name: string, folder: string, packages: Packages): Promise<string | undefined> => {
  try {
    const home = join(await privateFolder(), folder)
    await unpackPackages(home, packages)
    return home
  } catch (error) {
    console.warn(`
############################################################################
##  SKIPPED: ${name.toUpperCase()} CANNOT BE HAD.
##  It is unpacked from Debian's packages, with apt-get and a network.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return undefined
  }
}

interface Program {
  command: string
  args: string[]
  env: Record<string, string>
  /** What it says once it has started. */
  started: string
}

/** Starts a program of the packages that are unpacked in `home`, with their libraries. Returns what ends it. */
export const startProgram = async (home: string, { command, args, env, started }: Program) => {
  const lib = join(home, 'usr/lib')
  const machines = (await readdir(lib)).filter((name) => name.endsWith('-linux-gnu')).map((name) => join(lib, name))
  const child = spawn(command, args, {
    env: { ...env, LD_LIBRARY_PATH: machines.join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  const isStarted = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk)
        if (said.includes(started)) resolve()
      })
  })
  await Promise.race([isStarted, ended.then(() => Promise.reject(new Error(`${command} ended: ${said}`)))])
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
