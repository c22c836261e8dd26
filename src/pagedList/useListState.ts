import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListState, PagedList } from './PagedList.ts'

/** Returns the state of a list. Rows that come near the viewport render in a transition, so that scrolling stays smooth. */
export function useListState(list: PagedList): ListState {
  const [shown, setShown] = useState({ list, state: list.state })
  useLayoutEffect(() => {
    const show = () => setShown({ list, state: list.state })
    show()
    return list.subscribe((change) => {
      if (change === 'urgent') flushSync(show)
      else if (change === 'deferred') startTransition(show)
      else show()
    })
  }, [list])
  useEffect(() => {
    // Apollo ends the queries of unmounted pages in a timeout of its own. It would refetch pages that leave the cache before.
    const timeout = setTimeout(() => list.freeFarPages(shown.state))
    return () => clearTimeout(timeout)
  }, [list, shown])
  return shown.list === list ? shown.state : list.state
}
