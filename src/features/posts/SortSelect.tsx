import { ChevronDown } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './SortSelect.module.css'
import { chooseSort, sortNamed, sorts, useSort } from './sort.ts'

/** The order of the posts on Home and Explore. */
export function SortSelect() {
  const sort = useSort()

  return (
    <span className={styles.sort}>
      <select
        className={styles.select}
        aria-label="Sort posts"
        value={sort}
        onChange={(event) => chooseSort(sortNamed(event.target.value))}
      >
        {sorts.map(({ order, label }) => (
          <option key={order} value={order}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </span>
  )
}
