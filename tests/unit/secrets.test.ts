import { describe, expect, test } from 'vitest'
import { jsonWithoutPasswords, withoutPasswords } from '../../shared/passwords.ts'

describe('withoutPasswords', () => {
  test.each([
    [
      '{ logIn(input: { username: "a", password: "hush" }) { token } }',
      '{ logIn(input: { username: "a", password: "" }) { token } }',
    ],
    ['password:"hu\\"hush", other: "kept"', 'password:"", other: "kept"'],
    ['password: "hush\\\\", other: "kept"', 'password: "", other: "kept"'],
    ['password: """hush\nhush""" other: "kept"', 'password: "" other: "kept"'],
    ['password: """hush\n"hush', 'password: ""'],
    ['password: "hush\nother: "kept"', 'password: ""\nother: "kept"'],
    ['($password: String! = "hush", $b: String = "kept")', '($password: String! = "", $b: String = "kept")'],
    ['{ "passwordAgain" : "hush", "b": "kept" }', '{ "passwordAgain" : "", "b": "kept" }'],
    [
      '($word: String! = "hush") { logIn(password: $word, bio: "kept") }',
      '($word: String! = "") { logIn(password: $word, bio: "kept") }',
    ],
    ['password: # well, "kept"\n, "hush", other: "kept"', 'password: # well, "kept"\n, "", other: "kept"'],
    ["password: 'hush', other: 'kept'", 'password: "", other: \'kept\''],
    ['{ posts { edges { cursor } } }', '{ posts { edges { cursor } } }'],
    ['password: $password, bio: "kept"', 'password: $password, bio: "kept"'],
  ])('removes the passwords from %s', (text, cleaned) => {
    expect(withoutPasswords(text)).toBe(cleaned)
    expect(withoutPasswords(withoutPasswords(text))).toBe(cleaned)
  })

  test('removes the values of variables that the document uses as passwords', () => {
    const document = 'mutation ($p: String!) { logIn(input: { username: "a", password: $p }) { token } }'
    expect(withoutPasswords('{ "p": "hush", "b": "kept" }', document)).toBe('{ "p": "", "b": "kept" }')
    expect(withoutPasswords('{ "p": "kept" }', '{ posts { edges { cursor } } }')).toBe('{ "p": "kept" }')
  })

  // Reading the rest of the text again at each of these would take hours.
  test.each([
    'password',
    'password,',
    'password#',
    'password:',
    'password: #',
    'password: $p ',
    'password: "',
    "password: '\\",
    'password: """',
    'password: [',
    'password\n# :\n',
    '"p": ',
  ])('reads a megabyte of %j a constant number of times', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length)
    const document = '{ logIn(input: { username: "a", password: $p }) { token } }'
    expect(withoutPasswords(`${text}\n password: "hush"`, document)).not.toContain('hush')
    expect(jsonWithoutPasswords({ p: 'hush', b: 'kept' }, `${text}\n${document}`)).not.toContain('hush')
  })

  test('reads a megabyte once for thousands of variables', () => {
    const variables = Array.from({ length: 50_000 }, (_, index) => `v${index}`)
    const document = variables.map((name) => `password: $${name}`).join(' ')
    const values = Object.fromEntries(variables.map((name) => [name, 'hush']))
    expect(withoutPasswords(JSON.stringify(values), document)).not.toContain('hush')
    expect(jsonWithoutPasswords(values, document)).not.toContain('hush')
  })
})
