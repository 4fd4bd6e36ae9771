import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '#contract/shapes/languages.ts'
import manifest from '#package' with { type: 'json' }
import type { Part } from './run-parts.ts'

const npm = (script: keyof typeof manifest.scripts, ...args: string[]) => [
  'npm',
  'run',
  '--silent',
  script,
  '--',
  ...args,
]

/** As a newcomer has it. */
const NO_DATA = { TEST_DATA: join(tmpdir(), 'quillhouse-has-no-test-data') }

/** What must hold for every change: `.ci/run`. Neighbours that use one core run side by side. */
export const GUARDS: Part[] = [
  { name: 'test', about: 'npm test, without TEST_DATA', command: npm('test'), env: NO_DATA, cores: 2, minutes: 8 },
  {
    name: 'guard',
    about: 'long tests and journeys that guard data, security and access, and what needs TEST_DATA',
    command: npm('test:guard'),
    cores: 2,
    minutes: 15,
  },
  {
    name: 'short-torture',
    about: 'kills the server and PostgreSQL a few times during writes',
    command: npm('torture', '--seed', '1', '--kills', '5', '--database-kills', '2'),
    // No start may wait for long.
    cores: 2,
    minutes: 1,
  },
  {
    name: 'clone',
    about: 'npm ci and npm start in a clean clone, as an ordinary user',
    command: npm('prove-clean-clone', 'ordinary'),
    cores: 1,
    minutes: 2,
  },
  {
    name: 'old-browser',
    about: 'one journey in the oldest engine',
    command: npm('old-browsers', '--short'),
    cores: 1,
    minutes: 2,
  },
  { name: 'sbom', about: 'where packages come from, and their licences', command: npm('sbom'), cores: 1, minutes: 1 },
]

/** The rest: `npm run prove`. */
export const PROOFS: Part[] = [
  { name: 'long-api', about: 'all other long tests', command: npm('test:long-api'), cores: 2, minutes: 20 },
  { name: 'journeys', about: 'all other long journeys', command: npm('test:long-browser'), cores: 2, minutes: 40 },
  { name: 'states', about: 'every state of every page', command: npm('test:states'), cores: 2, minutes: 5 },
  { name: 'fuzz', about: 'random inputs and damaged files', command: npm('fuzz'), cores: 2, minutes: 2 },
  {
    name: 'torture',
    about: 'kills the server and PostgreSQL during writes',
    command: npm('torture', '--seed', '1', '--database-kills', '6'),
    cores: 2,
    minutes: 2,
  },
  {
    name: 'rolling-restart',
    about: 'restarts two processes behind nginx under requests',
    command: npm('rolling-restart'),
    cores: 2,
    minutes: 1,
  },
  {
    name: 'defences',
    about: 'takes each defence away, and expects its test to fail',
    command: npm('prove-defences'),
    cores: 2,
    minutes: 3,
  },
  { name: 'nginx', about: 'what nginx may change', command: npm('test:nginx'), cores: 1, minutes: 3 },
  {
    name: 'clones',
    about: 'npm ci and npm start in clean clones, as root and as an ordinary user',
    command: npm('prove-clean-clone'),
    cores: 1,
    minutes: 3,
  },
  { name: 'object-store', about: 'files in an object store', command: npm('object-store'), cores: 1, minutes: 2 },
  { name: 'other-browsers', about: 'Firefox and WebKit', command: npm('other-browsers'), cores: 1, minutes: 8 },
  { name: 'old-browsers', about: 'all old engines', command: npm('old-browsers'), cores: 2, minutes: 8 },
  // Last, as these build other pages.
  {
    name: 'languages',
    about: 'the journeys of readers of each language, in all of them',
    command: npm('test:languages'),
    env: { BUILD_LANGUAGES: LANGUAGES.map(({ tag }) => tag).join(', ') },
    cores: 2,
    minutes: 5,
  },
  {
    name: 'pseudo',
    about: 'every page in a language whose texts are longer and marked',
    command: npm('test:pseudo'),
    cores: 2,
    minutes: 15,
  },
]

/** More of the same, for a night or a release. */
export const NAMED: Part[] = [
  {
    name: 'every-word',
    about: 'each chapter of long EPUBs at each width and size of letters',
    command: npm('test:every-word'),
    cores: 2,
    minutes: 60,
  },
  {
    name: 'fuzz-long',
    about: 'more inputs, crossings and failovers',
    command: npm('fuzz:long'),
    cores: 2,
    minutes: 30,
  },
  { name: 'torture-long', about: 'a hundred kills of each', command: npm('torture:long'), cores: 2, minutes: 15 },
  {
    name: 'rolling-restart-long',
    about: 'the same under 20,000 requests',
    command: npm('rolling-restart:long'),
    cores: 2,
    minutes: 3,
  },
  {
    name: 'overload',
    about: 'five times the load that the site can carry',
    command: npm('overload'),
    cores: 2,
    minutes: 2,
  },
]
