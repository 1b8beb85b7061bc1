"""What breaks: processes, networks, databases. Real servers in processes of their own, and phones that try again."""
