/** The built-in account of 'Test Login' (spec §2, §9). All six users of the seed have its password. */
export const demoAccount = { username: 'asharao', password: 'jasmine-half-drop' }
