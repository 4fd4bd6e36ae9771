/** Loaded with the first picture: many a server never sees one, and it takes 20 MB and a part of each start. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  // A picture is encoded beside requests that must not wait: one core, and no memory kept between pictures.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
