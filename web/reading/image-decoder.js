// pdf.js asks for its decoders of JBIG2 and JPEG 2000 by their file names below one address, but ours carry hashes:
// it is given this file with the true addresses in its query.
const asked = new URL(import.meta.url).searchParams
const name = asked.get('for').includes('jbig2') ? 'jbig2' : 'openjpeg'
const { default: instantiate } = await import(asked.get(name))

export default instantiate
