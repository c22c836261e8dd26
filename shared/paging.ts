/** The largest `first`, and the largest number of ids in an argument. */
export const MAX_PAGE_SIZE = 100
