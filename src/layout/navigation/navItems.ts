import { Bookmark, Compass, House } from 'lucide-react'

/** The pages of the side navigation and the tab bar. */
export const navItems = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/explore', label: 'Explore', icon: Compass },
  { to: '/bookmarks', label: 'Bookmarks', icon: Bookmark },
] as const
