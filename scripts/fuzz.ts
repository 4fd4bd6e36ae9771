/**
 * Sends random inputs and damaged files for two minutes, with a seed that is another one each day:
 * `npm run fuzz`. `npm run fuzz:long` takes half an hour, crosses many writes of several processes and many failovers, and
 * simulates a year of 10,000 readers.
 * FUZZ_SEED sets the seed.
 */
import { spawnSync } from 'node:child_process'

const SHORT = {
  files: ['tests/random-reads.test.ts', 'tests/random-writes.test.ts', 'tests/damaged-files.test.ts'],
  env: { FUZZ_RUNS: '100', FUZZ_CALL_MS: '900', FUZZ_FILES: '1000', FUZZ_UPLOADS: '10', FUZZ_SECONDS: '45' },
}
const LONG = {
  files: [
    ...SHORT.files,
    'server/platform/http/response-cache/two-processes.test.ts',
    'server/platform/database/failover.test.ts',
    'server/platform/database/replica.test.ts',
    'server/figures/simulated-year.test.ts',
  ],
  env: {
    FUZZ_RUNS: '500',
    FUZZ_FILES: '1000',
    FUZZ_UPLOADS: '20',
    FUZZ_SECONDS: '800',
    CROSSINGS: '1000',
    FAILOVERS: '10',
    SIMULATED_READERS: '10000',
  },
}

const isLong = process.argv.includes('--long')
const seed = process.env['FUZZ_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', '')
const { files, env } = isLong ? LONG : SHORT
const { status } = spawnSync('vitest', ['run', ...files], {
  stdio: 'inherit',
  env: { LONG_TESTS: 'on', ...env, ...process.env, FUZZ_SEED: seed },
})
console.log(`The seed was ${seed}. Once more: FUZZ_SEED=${seed} npm run ${isLong ? 'fuzz:long' : 'fuzz'}`)
process.exitCode = status ?? 1
