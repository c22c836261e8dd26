/** The built-in account of 'Test Login' (spec §2, §9). All sample members share its password. */
export const demoAccount = { username: 'asharao', password: 'jasmine-half-drop' }
