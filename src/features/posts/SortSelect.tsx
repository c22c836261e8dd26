import { Select } from '../../ui/Select.tsx'
import { chooseSort, sortNamed, sorts, useSort } from './sort.ts'

/** The order of the posts on Home and Explore. */
export function SortSelect() {
  const sort = useSort()
  return <Select label="Sort posts" options={options} value={sort} onChange={(name) => chooseSort(sortNamed(name))} />
}

const options = sorts.map(({ order, label }) => ({ value: order, label }))
