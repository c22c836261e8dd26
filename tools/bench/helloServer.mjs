// The smallest server of another GraphQL library, as a process of its own. Its argument is the library. Sends its
// address to the parent process.
import { createServer } from 'node:http'
import { makeExecutableSchema } from '@graphql-tools/schema'

const schema = makeExecutableSchema({ typeDefs: 'type Query { hello: String }', resolvers: {} })

const peers = {
  async Yoga() {
    const { createYoga } = await import('graphql-yoga')
    const yoga = createYoga({ schema, logging: false })
    const server = createServer((request, response) => void yoga(request, response))
    await new Promise((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return `http://127.0.0.1:${server.address().port}`
  },
  async Mercurius() {
    const [{ default: fastify }, { default: mercurius }] = await Promise.all([import('fastify'), import('mercurius')])
    const app = fastify()
    app.register(mercurius, { schema, jit: 1 })
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
}

process.send(await peers[process.argv[2]]())
