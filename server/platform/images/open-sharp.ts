import sharp from 'sharp'

// Two cores are the requests' as well, and no memory is kept between pictures.
sharp.concurrency(1)
sharp.cache(false)

/** The decoder of pictures, for the processes that open files: the server itself never loads it. */
export { sharp }
