import { testRandomInputs } from './random-inputs.ts'

testRandomInputs((name) => name.startsWith('GET '))
