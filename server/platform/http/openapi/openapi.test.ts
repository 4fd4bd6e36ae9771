import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('the OpenAPI document is valid and has every call with a summary, an example and its failures', async () => {
  const document = (await site.app.inject('/api/openapi.json')).json()
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  for (const { method, path, body } of site.served) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect(operation.summary).toBeTruthy()
    expect(Object.keys(operation.responses)).toContain('503')
    if (body)
      expect(Object.values<{ example: unknown }>(operation.requestBody.content)[0]?.example).toBeTypeOf('object')
  }
})

test('the page for trying calls is served with its script and style', async () => {
  const page = await site.app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  for (const asset of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
    expect((await site.app.inject(`/api/docs/${asset}`)).statusCode).toBe(200)
  }
  expect((await site.app.inject('/api/docs/package.json')).statusCode).toBe(404)
})
