import { describe, expect, test } from 'vitest'
import { withoutPasswords } from '../../src/pages/graphiql/secrets.ts'

describe('what leaves the editor holds no password', () => {
  test.each([
    ['{ logIn(input: { username: "a", password: "hush" }) { token } }', '{ logIn(input: { username: "a", password: "" }) { token } }'],
    ['password:"hu\\"sh", other: "kept"', 'password:"", other: "kept"'],
    ['password: """hush\nhush""" other: "kept"', 'password: "" other: "kept"'],
    ['{ "passwordAgain" : "hush", "b": "kept" }', '{ "passwordAgain" : "", "b": "kept" }'],
    ['{"query":"m { f(password: \\"hush\\", b: \\"kept\\") }"}', '{"query":"m { f(password: \\"\\", b: \\"kept\\") }"}'],
    ['{"variables":"{ \\"password\\": \\"hush\\" }"}', '{"variables":"{ \\"password\\": \\"\\" }"}'],
    ['{ posts { edges { cursor } } }', '{ posts { edges { cursor } } }'],
    ['password: $password, bio: "kept"', 'password: $password, bio: "kept"'],
  ])('%s', (text, cleaned) => {
    expect(withoutPasswords(text)).toBe(cleaned)
    expect(withoutPasswords(text)).not.toContain('hush')
  })
})
