/** The data of a fragment, as a query with `...Fragment @unmask` returns it. */
export type DataOf<Fragment> = Omit<Fragment, ' $fragmentName'>
