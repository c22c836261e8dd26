/** The seed of tests with random calls: SEED in the environment, else a random one. They print it. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
