/** The data of a fragment, as a query with `...Fragment @unmask` returns it. */
export type UnmaskedFragment<Fragment> = Omit<Fragment, ' $fragmentName'>
