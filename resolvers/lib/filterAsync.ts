/** Returns the items for which `isKept` resolves to true, in their order. Asks for all at once. */
export async function filterAsync<Item>(
  items: readonly Item[],
  isKept: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const areKept = await Promise.all(items.map((item) => isKept(item)))
  return items.filter((_item, index) => areKept[index])
}
