import fc from 'fast-check'

/** Every run checks the same random values. FUZZ_SEED sets other ones. */
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 1) })
