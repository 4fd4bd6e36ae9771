import sharp from 'sharp'

// The cores also serve requests, and an idle worker should hold little memory.
sharp.concurrency(1)
sharp.cache(false)

/** For worker processes: the server itself never loads the decoder. */
export { sharp }
