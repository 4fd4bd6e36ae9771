/** What the pages read from the API, by kind of people. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { User } from '#contract/shapes/people.ts'
import { sampleOf } from './sample-of.ts'

/** Kinds of people, by what they may see. */
export const KINDS = ['visitor', 'guest', 'reader', 'author', 'admin'] as const
export type Kind = (typeof KINDS)[number]

export type Failing = 'a message' | 'no message' | 'no answer'
export const BROKEN = 'Something went wrong on our side.'

const CONTRACT = join(import.meta.dirname, '../contract')
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value
const modules = await Promise.all(
  readdirSync(CONTRACT, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\w-]+\.ts$/.test(entry.name))
    .map(({ name }) => import(/* @vite-ignore */ join(CONTRACT, name)) as Promise<Record<string, unknown>>),
)
const READS = modules
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .filter(({ method }) => method === 'GET')
  // '/books/new' is not '/books/:id'.
  .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)

/** The call that reads this path. */
export const readOf = (pathname: string) =>
  READS.find(({ path }) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname))

/** The account of a kind of people. */
export const aPersonOf = (kind: Exclude<Kind, 'visitor'>): User => ({
  ...(sampleOf(User) as User),
  username: 'Ida Fenn',
  userType: kind === 'guest' ? 'reader' : kind,
  guest: kind === 'guest',
})
