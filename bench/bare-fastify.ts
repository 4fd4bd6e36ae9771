/** The reference: Fastify as it comes, with one route that serialises what it was given. */
import fastify from 'fastify'

const answer: unknown = JSON.parse(process.env['BENCH_ANSWER'] ?? '[]')
const app = fastify()
app.get('/', async () => answer)
console.log(`listening: ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
