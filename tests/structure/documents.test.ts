import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  type DefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { expect, it } from 'vitest'
import { sourcesBelow } from './sources.ts'

/** The operations of the app select what a user expects of them, also after a field was added to the schema. */

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
// The starter tabs of GraphiQL have operations with the names of others.
const definitions = new Map(
  sourcesBelow(['src'], /\.graphql$/)
    .filter(({ path }) => !path.includes('/starter/'))
    .flatMap(({ text }) => parse(text).definitions)
    .map((definition) => [nameOf(definition), definition]),
)

function nameOf(definition: DefinitionNode): string {
  return 'name' in definition ? (definition.name?.value ?? '') : ''
}

/** Returns the fields that an operation or fragment selects of the object at a path of fields. */
function selectedFields(definition: string, ...path: string[]): string[] {
  let fields = fieldsIn(selectionSetOf(definition))
  for (const name of path)
    fields = fields.filter((field) => field.name === name).flatMap(({ inner }) => (inner ? fieldsIn(inner) : []))
  return fields.map(({ name }) => name)
}

function selectionSetOf(name: string): SelectionSetNode {
  const definition = definitions.get(name)
  if (!definition || !('selectionSet' in definition)) throw new Error(`No document has ${name}.`)
  return definition.selectionSet
}

function fieldsIn({ selections }: SelectionSetNode): { name: string; inner: SelectionSetNode | undefined }[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [{ name: node.name.value, inner: node.selectionSet }]
    return fieldsIn(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : selectionSetOf(node.name.value))
  })
}

/** Returns the fields of an object or input type. */
function fieldsOf(name: string) {
  const type = schema.getType(name)
  if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`The schema has no type ${name}.`)
  return Object.values(type.getFields())
}

const editableFields = fieldsOf('EditProfileInput')
  .map(({ name }) => name)
  .filter((name) => name !== 'username' && name !== 'idempotencyKey')

it.each([
  ['EditProfile returns', selectedFields('EditProfile', 'editProfile', 'viewer')],
  ['the profile card selects', selectedFields('ProfileCard_user')],
  ['a live update of a user selects', selectedFields('Changes', 'changes', 'user')],
])('%s every field of a profile that can be edited', (_what, selected) => {
  expect(editableFields).toContain('bio')
  expect(selected).toEqual(expect.arrayContaining(editableFields))
})

it('the download of a user has every value of theirs that does not depend on the viewer', () => {
  const values = fieldsOf('User').filter(({ type, name }) => isLeafType(getNamedType(type)) && !/viewer/i.test(name))
  expect(selectedFields('MyProfile', 'viewer')).toEqual(expect.arrayContaining(values.map(({ name }) => name)))
})

it('who selects the text of a post for the cache selects its mentions, which belong to that text', () => {
  const hasMentions = ({ selections }: SelectionSetNode): boolean => {
    const names = new Set(fieldsIn({ kind: Kind.SELECTION_SET, selections }).map(({ name }) => name))
    return !names.has('content') || names.has('mentions')
  }
  const setsIn = (set: SelectionSetNode): SelectionSetNode[] => [
    set,
    ...fieldsIn(set).flatMap(({ inner }) => (inner ? setsIn(inner) : [])),
  ]
  // The download reads past the cache.
  const names = [...definitions.keys()].filter((name) => !/^My[A-Z]/.test(name))
  expect(names).toContain('NotificationRow_notification')
  expect(names.filter((name) => !setsIn(selectionSetOf(name)).every(hasMentions))).toEqual([])
})
