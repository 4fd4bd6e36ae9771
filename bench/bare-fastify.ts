/** The reference: Fastify with its defaults and one route that serializes a given object. */
import fastify from 'fastify'

const answer: unknown = JSON.parse(process.env['BENCH_ANSWER'] ?? '[]')
const app = fastify()
app.get('/', async () => answer)
console.log(`listening: ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
